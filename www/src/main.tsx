import { render } from "preact";
import { Shell } from "./shell.tsx";
import "./style.css";

const page = document.createElement("div");
page.id = "page";
document.body.append(page);
render(<Shell />, page);
