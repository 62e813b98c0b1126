// Image in, machine types out.
import { WHEREABOUTS, parts, whereabouts } from "./image-select.js";
import { reflecting } from "./reflected.js";
import { FitmentSelect } from "./select.js";
import { then } from "./settled.js";

const AMOUNTS = ["cpu", "memory", "gpu"];
const BOUNDS = ["min", "max"];

/** What the engine says of a type that was not asked for: it is not in the list. All else is a reason. */
const FILTERS = [...AMOUNTS, "architecture"];

const ATTRIBUTES = [
  "image", "image-version", "architecture", ...WHEREABOUTS, ...AMOUNTS.flatMap((amount) => BOUNDS.map((bound) => `${bound}-${amount}`)),
];

/** The machine types, all or those that run an image, with what they have, and why the others may not be chosen. */
export class FitmentMachineSelect extends FitmentSelect {
  static observedAttributes = [...FitmentSelect.observedAttributes, ...ATTRIBUTES];

  get label() { return this.words.machineTypes; }

  list() {
    return then(this.catalog.machineTypes(this.#filter()), (types) => {
      const filters = ({ refusedBy = [] }) => refusedBy.filter((cause) => FILTERS.includes(cause));
      const options = types.filter((type) => filters(type).length === 0).map((type) => this.#option(type));
      const others = types.filter((type) => filters(type).length > 0).map((type) => ({ value: type.name, filters: filters(type) }));
      return { options, others, problems: types.problems };
    });
  }

  /** Of a type that was not asked for that it is none, of one version whether it runs there, else which it would take. */
  reasons({ value, filters = [] }) {
    if (filters.length > 0) return { because: filters.map((cause) => ({ says: this.words.filtered(cause), because: [] })) };
    const { image, version } = this.#image();
    const said = whereabouts(this);
    if (version !== undefined) return this.catalog.explain(value, image, version, said);
    return this.catalog.pick(value, image === undefined ? said : { ...said, image });
  }

  #image() {
    const { image, version } = this.imageVersion === "" ? parts(this.image) : { image: this.image, version: this.imageVersion };
    const said = {};
    if (image !== "") said.image = image;
    if (version !== "") said.version = version;
    return said;
  }

  #filter() {
    const said = { ...whereabouts(this), ...this.#image() };
    if (this.architecture !== "") said.architecture = this.architecture;
    for (const amount of AMOUNTS) {
      for (const bound of BOUNDS) {
        const text = this.getAttribute(`${bound}-${amount}`);
        if (text !== null && text !== "") said[amount] = { ...said[amount], [bound]: text };
      }
    }
    return said;
  }

  #option({ name, cpu, memory, gpu, architecture, offered }) {
    const has = [cpu && this.words.cpu(cpu), memory, gpu && gpu !== "0" && this.words.gpu(gpu), architecture];
    return { value: name, name, note: has.filter(Boolean).join(" · "), isOffered: offered === true, isBest: false };
  }
}

reflecting(FitmentMachineSelect, ATTRIBUTES);
