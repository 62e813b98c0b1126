import { parentPort } from "node:worker_threads";
import * as engine from "../index.node.js";
import { serve } from "./serve.js";

const answer = serve(engine, (message, transfer = []) => parentPort.postMessage(message, transfer));
parentPort.on("message", answer);
