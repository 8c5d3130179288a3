package io.github.sessioncompression.published;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** A pom of this project, as it is written. */
final class Pom {
    private static final Path ROOT = Path.of("..", "..");

    private final Path folder;
    private final Document document;

    private Pom(Path folder) throws IOException, SAXException, ParserConfigurationException {
        this.folder = folder;
        this.document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("pom.xml").toFile());
    }

    /** The one of all modules. */
    static Pom root() throws Exception {
        return new Pom(ROOT);
    }

    /** Those of the modules that are published. */
    static List<Pom> published() throws Exception {
        List<Pom> published = new ArrayList<>();
        for (String module : root().all("/project/modules/module")) {
            Pom pom = new Pom(ROOT.resolve(module));
            if (!pom.one("/project/properties/maven.deploy.skip").equals(Optional.of("true"))) {
                published.add(pom);
            }
        }
        return published;
    }

    /** Those of the programs to try the library with. */
    static List<Pom> samples() throws Exception {
        List<Pom> samples = new ArrayList<>();
        for (String module : root().all("/project/modules/module")) {
            if (module.startsWith("samples/")) {
                samples.add(new Pom(ROOT.resolve(module)));
            }
        }
        return samples;
    }

    Optional<String> one(String path) throws XPathExpressionException {
        return all(path).stream().findFirst();
    }

    List<String> all(String path) throws XPathExpressionException {
        NodeList nodes =
                (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent().strip());
        }
        return texts;
    }

    String artifactId() throws XPathExpressionException {
        return one("/project/artifactId").orElseThrow();
    }

    String text() throws IOException {
        return Files.readString(folder.resolve("pom.xml"));
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
