"""Serves a model in OpenAI's wire format, JSON schemas enforced, on the loopback interface: serve.py WEIGHTS PORT"""

import os
import sys
import threading

import xllamacpp

parameters = xllamacpp.CommonParams()
parameters.model.path = sys.argv[1]
parameters.hostnames = ["127.0.0.1"]
parameters.port = int(sys.argv[2])
parameters.n_ctx = 8192
parameters.n_parallel = 1
# More threads than free cores wait for each other: a model this small is ten times as slow then.
threads = max(1, (os.cpu_count() or 2) // 2)
parameters.cpuparams.n_threads = threads
parameters.cpuparams_batch.n_threads = threads
# Repacked weights need instructions that virtual machines announce and do not have.
parameters.no_extra_bufts = True
server = xllamacpp.Server(parameters)
threading.Event().wait()
