import { serve } from "../lib/serve.js";

const hear = serve((message) => self.postMessage(message));
self.addEventListener("message", ({ data }) => hear(data));
