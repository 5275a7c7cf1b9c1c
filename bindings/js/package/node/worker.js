import { parentPort } from "node:worker_threads";

import { serve } from "../lib/serve.js";

parentPort.on("message", serve((message) => parentPort.postMessage(message)));
