import * as engine from "../index.js";
import { serve } from "./serve.js";

const answer = serve(engine, (message, transfer = []) => postMessage(message, { transfer }));
addEventListener("message", ({ data }) => answer(data));
