import { serve } from "../lib/serve.js";

const onMessage = serve((message) => self.postMessage(message));
self.addEventListener("message", ({ data }) => onMessage(data));
