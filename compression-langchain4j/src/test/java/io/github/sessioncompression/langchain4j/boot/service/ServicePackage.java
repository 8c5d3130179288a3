package io.github.sessioncompression.langchain4j.boot.service;

import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.context.annotation.Configuration;

/** Has LangChain4j's starter look for AI services in this package. */
@Configuration(proxyBeanMethods = false)
@AutoConfigurationPackage
public class ServicePackage {}
