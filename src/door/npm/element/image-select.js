// Machine type in, images out.
import { date } from "./date.js";
import { reflecting } from "./reflected.js";
import { FitmentSelect } from "./select.js";
import { then } from "./settled.js";

/** The attributes that say where the machines are to be, and what they are to run. */
export const WHEREABOUTS = ["region", "zones", "kubernetes-version", "now"];

const ATTRIBUTES = ["machine-type", ...WHEREABOUTS];

/** The image versions for a machine type, with what each is and until when, and why the others may not be chosen. */
export class FitmentImageSelect extends FitmentSelect {
  static observedAttributes = [...FitmentSelect.observedAttributes, ...ATTRIBUTES];

  get label() { return this.words.images; }

  /** The name of the image that was chosen. */
  get image() { return parts(this.value).image; }
  /** The version that was chosen. */
  get version() { return parts(this.value).version; }
  /** A pool for a Shoot with what was chosen, as the engine has it; none while its answer is awaited. */
  get worker() { return this.selected?.worker; }

  list() {
    const { machineType } = this;
    if (machineType === "") return { options: [], fault: this.words.noMachineType };
    return then(this.catalog.fit(machineType, whereabouts(this)), ({ answer, problems }) => ({
      options: answer.images.flatMap((image) => this.#options(image, answer.recommended)), problems,
    }));
  }

  reasons({ value }) {
    const { image, version } = parts(value);
    return this.catalog.explain(this.machineType, image, version, whereabouts(this));
  }

  #options({ name: image, versions }, recommended) {
    return versions.map(({ version, classification, expires, offered, worker }) => ({
      value: `${image} ${version}`,
      name: `${image} ${version}`,
      image,
      version,
      worker,
      lifecycle: classification,
      note: [classification, expires === undefined ? "" : this.words.expires(date(expires, this), classification)].filter(Boolean).join(" "),
      isOffered: offered === true,
      isBest: recommended?.image === image && recommended.version === version,
    }));
  }
}

reflecting(FitmentImageSelect, ATTRIBUTES);

/** Where the machines are to be, and what they are to run. */
export function whereabouts(element) {
  const given = {};
  const say = (name, attribute, read = (text) => text) => {
    const text = element.getAttribute(attribute);
    if (text !== null && text !== "") given[name] = read(text);
  };
  say("region", "region");
  say("zones", "zones", (text) => text.split(/[\s,]+/).filter(Boolean));
  say("kubernetesVersion", "kubernetes-version");
  say("now", "now");
  return given;
}

/** The image and the version of a value. Neither has a space in it. */
export function parts(value) {
  const at = value.lastIndexOf(" ");
  return at < 0 ? { image: value, version: "" } : { image: value.slice(0, at), version: value.slice(at + 1) };
}
