// Pairs as a picture: one pixel each, scaled to cells. Draws only the visible part, at most once per frame.

/** The picture's data: the rows and columns that match a filter, by place, and the class of each cell. */
export interface Picture {
  rows: number[];
  columns: number[];
  rowNames: string[];
  columnNames: string[];
  /** The names of the groups of rows and of columns; empty if they are not grouped. */
  rowGroups: string[];
  groups: string[];
  /** The class of a cell, from 0 to 4. */
  classOf(row: number, column: number): number;
}

/** A cell, by its row and column in the picture. */
export interface Cell {
  row: number;
  column: number;
}

export const ZOOMS = [2, 3, 4, 6, 8, 12, 16, 20, 24, 32];
export const GLYPHS = ["■", "▲", "●", "◆", "·"];

/** The greatest width of the row names, and the width of a character. */
const LEFT = 176;
const LETTER = 7.3;

/** The longer side of the minimap. */
const MINIMAP = 120;

const BAND = 20;
const NAMES = 104;

export class Heatmap {
  #scroller: HTMLElement;
  #canvas: HTMLCanvasElement;
  #sizer: HTMLElement;
  #map = document.createElement("canvas");
  #picture: Picture | undefined;
  #colours: string[] = [];
  #selected: Cell | undefined;
  #cell = 16;
  #frame = 0;
  #observer: ResizeObserver;
  #mirror: HTMLCanvasElement | undefined;

  constructor(scroller: HTMLElement) {
    this.#scroller = scroller;
    this.#canvas = document.createElement("canvas");
    this.#canvas.setAttribute("aria-hidden", "true");
    this.#sizer = document.createElement("div");
    this.#sizer.className = "sizer";
    scroller.prepend(this.#canvas, this.#sizer);
    scroller.addEventListener("scroll", this.#later, { passive: true });
    this.#observer = new ResizeObserver(this.#later);
    this.#observer.observe(scroller);
  }

  /** Shows another picture, with the colours of its classes and the size of a cell. */
  update(picture: Picture, colours: string[], cell: number): void {
    this.#picture = picture;
    this.#colours = colours;
    this.#cell = cell;
    const { columns, rows } = picture;
    this.#sizer.style.width = `${this.#left + columns.length * cell}px`;
    this.#sizer.style.height = `${this.#top + rows.length * cell}px`;
    this.#fill(picture);
    this.#later();
  }

  /** Shows nothing until there is another picture. */
  clear(): void {
    this.#picture = undefined;
    this.#canvas.width = 0;
    if (this.#mirror !== undefined) this.#mirror.hidden = true;
  }

  /** Draws the whole in another canvas, with the visible part marked; hidden if everything is visible. */
  mirror(canvas: HTMLCanvasElement | null): void {
    this.#mirror = canvas ?? undefined;
    this.#later();
  }

  /** Centres a point, given as fractions of the width and height. */
  centre(across: number, down: number): void {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = this.#scroller;
    this.#scroller.scrollTo(across * scrollWidth - clientWidth / 2, down * scrollHeight - clientHeight / 2);
  }

  /** Outlines a cell. */
  select(cell: Cell | undefined): void {
    this.#selected = cell;
    this.#later();
  }

  /** The cell under the pointer. */
  at({ clientX, clientY }: MouseEvent): Cell | undefined {
    const { left, top } = this.#canvas.getBoundingClientRect();
    const column = Math.floor((clientX - left - this.#left + this.#scroller.scrollLeft) / this.#cell);
    const row = Math.floor((clientY - top - this.#top + this.#scroller.scrollTop) / this.#cell);
    const isInside = clientX - left >= this.#left && clientY - top >= this.#top;
    const { rows = [], columns = [] } = this.#picture ?? {};
    return isInside && row >= 0 && column >= 0 && row < rows.length && column < columns.length ? { row, column } : undefined;
  }

  /** Scrolls a cell into view. */
  show({ row, column }: Cell): void {
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.#scroller;
    const [width, height] = [clientWidth - this.#left, clientHeight - this.#top];
    const [x, y] = [column * this.#cell, row * this.#cell];
    if (x < scrollLeft) this.#scroller.scrollLeft = x;
    else if (x + this.#cell > scrollLeft + width) this.#scroller.scrollLeft = x + this.#cell - width;
    if (y < scrollTop) this.#scroller.scrollTop = y;
    else if (y + this.#cell > scrollTop + height) this.#scroller.scrollTop = y + this.#cell - height;
  }

  /** The number of visible rows. */
  get page(): number {
    return Math.max(1, Math.floor((this.#scroller.clientHeight - this.#top) / this.#cell));
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    this.#observer.disconnect();
    this.#scroller.removeEventListener("scroll", this.#later);
    this.#canvas.remove();
    this.#sizer.remove();
  }

  get #left(): number {
    const side = this.#side;
    if (this.#cell < 12) return side;
    const longest = (this.#picture?.rowNames ?? []).reduce((most, name) => Math.max(most, name.length), 0);
    const { clientWidth } = this.#scroller;
    // A third, unless the cells leave more.
    const room = Math.max(Math.floor(clientWidth / 3), clientWidth - side - (this.#picture?.columns.length ?? 0) * this.#cell);
    return side + Math.min(LEFT, room, Math.ceil(longest * LETTER) + 24);
  }

  /** The width of the band with the names of row groups. */
  get #side(): number {
    const names = this.#picture?.rowGroups ?? [];
    if (names.length === 0) return 0;
    if (this.#cell < 12) return BAND;
    const longest = names.reduce((most, name) => Math.max(most, name.length), 0);
    return Math.min(LEFT / 2, Math.ceil(longest * LETTER) + 16);
  }

  get #top(): number { return BAND + (this.#cell >= 16 ? NAMES : 0); }

  #later = () => {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  };

  /** Fills in one pixel per cell. */
  #fill({ rows, columns, classOf }: Picture): void {
    const [width, height] = [Math.max(1, columns.length), Math.max(1, rows.length)];
    Object.assign(this.#map, { width, height });
    const context = this.#map.getContext("2d");
    if (context === null) return;
    const image = context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    const values = this.#colours.map(packed);
    rows.forEach((row, y) => columns.forEach((column, x) => {
      pixels[y * width + x] = values[classOf(row, column)] ?? 0;
    }));
    context.putImageData(image, 0, 0);
  }

  #draw(): void {
    const picture = this.#picture;
    const context = this.#canvas.getContext("2d");
    if (picture === undefined || context === null) return;
    const ratio = devicePixelRatio;
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.#scroller;
    if (this.#canvas.width !== Math.round(clientWidth * ratio) || this.#canvas.height !== Math.round(clientHeight * ratio)) {
      this.#canvas.width = Math.round(clientWidth * ratio);
      this.#canvas.height = Math.round(clientHeight * ratio);
      this.#canvas.style.width = `${clientWidth}px`;
      this.#canvas.style.height = `${clientHeight}px`;
    }
    const [cell, left, top] = [this.#cell, this.#left, this.#top];
    const style = getComputedStyle(this.#scroller);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = style.backgroundColor;
    context.fillRect(0, 0, clientWidth, clientHeight);
    context.imageSmoothingEnabled = false;

    const firstColumn = Math.floor(scrollLeft / cell);
    const firstRow = Math.floor(scrollTop / cell);
    const lastColumn = Math.min(picture.columns.length, Math.ceil((scrollLeft + clientWidth - left) / cell));
    const lastRow = Math.min(picture.rows.length, Math.ceil((scrollTop + clientHeight - top) / cell));
    const x = (column: number) => left + column * cell - scrollLeft;
    const y = (row: number) => top + row * cell - scrollTop;

    context.save();
    context.beginPath();
    context.rect(left, top, clientWidth - left, clientHeight - top);
    context.clip();
    const [width, height] = [lastColumn - firstColumn, lastRow - firstRow];
    if (width > 0 && height > 0) {
      context.drawImage(this.#map, firstColumn, firstRow, width, height, x(firstColumn), y(firstRow), width * cell, height * cell);
    }
    if (cell >= 6) this.#grid(context, style.backgroundColor, { firstColumn, lastColumn, firstRow, lastRow }, x, y);
    if (cell >= 16) this.#glyphs(context, picture, { firstColumn, lastColumn, firstRow, lastRow }, x, y);
    this.#borders(context, picture, style.color, { firstColumn, lastColumn, firstRow, lastRow }, x, y);
    const selected = this.#selected;
    if (selected !== undefined) {
      context.strokeStyle = style.color;
      context.lineWidth = 2;
      context.strokeRect(x(selected.column) + 1, y(selected.row) + 1, Math.max(2, cell - 2), Math.max(2, cell - 2));
    }
    context.restore();
    this.#labels(context, picture, style, { firstColumn, lastColumn, firstRow, lastRow }, x, y);
    this.#reflect(picture, style.color);
  }

  #reflect({ rows, columns }: Picture, colour: string): void {
    const canvas = this.#mirror;
    const context = canvas?.getContext("2d");
    if (canvas === undefined || context === null || context === undefined) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.#scroller;
    const [wide, high] = [columns.length * this.#cell, rows.length * this.#cell];
    const [seenWide, seenHigh] = [clientWidth - this.#left, clientHeight - this.#top];
    canvas.hidden = wide <= seenWide && high <= seenHigh;
    if (canvas.hidden) return;
    const scale = Math.min(MINIMAP / wide, MINIMAP / high);
    const [width, height] = [Math.max(8, Math.round(wide * scale)), Math.max(8, Math.round(high * scale))];
    Object.assign(canvas, { width: width * devicePixelRatio, height: height * devicePixelRatio });
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
    context.scale(devicePixelRatio, devicePixelRatio);
    context.drawImage(this.#map, 0, 0, width, height);
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.strokeRect(scrollLeft * scale + 1, scrollTop * scale + 1, Math.min(width, seenWide * scale) - 2, Math.min(height, seenHigh * scale) - 2);
  }

  #grid(context: CanvasRenderingContext2D, colour: string, seen: Seen, x: Place, y: Place): void {
    context.fillStyle = colour;
    const [left, top] = [x(seen.firstColumn), y(seen.firstRow)];
    const [right, bottom] = [x(seen.lastColumn), y(seen.lastRow)];
    for (let column = seen.firstColumn; column <= seen.lastColumn; column += 1) context.fillRect(x(column) - 1, top, 1, bottom - top);
    for (let row = seen.firstRow; row <= seen.lastRow; row += 1) context.fillRect(left, y(row) - 1, right - left, 1);
  }

  /** Draws lines between groups. */
  #borders(context: CanvasRenderingContext2D, { rowGroups, groups }: Picture, colour: string, seen: Seen, x: Place, y: Place): void {
    context.fillStyle = colour;
    for (let row = Math.max(1, seen.firstRow); row < seen.lastRow; row += 1) {
      if (rowGroups[row] !== rowGroups[row - 1]) context.fillRect(x(seen.firstColumn), y(row) - 1, x(seen.lastColumn) - x(seen.firstColumn), 1);
    }
    for (let column = Math.max(1, seen.firstColumn); rowGroups.length > 0 && column < seen.lastColumn; column += 1) {
      if (groups[column] !== groups[column - 1]) context.fillRect(x(column) - 1, y(seen.firstRow), 1, y(seen.lastRow) - y(seen.firstRow));
    }
  }

  #glyphs(context: CanvasRenderingContext2D, { rows, columns, classOf }: Picture, seen: Seen, x: Place, y: Place): void {
    const isDark = (packed(this.#colours[0] ?? "") & 0xff) > 0x80;
    context.font = `${Math.floor(this.#cell * 0.6)}px sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (let row = seen.firstRow; row < seen.lastRow; row += 1) {
      for (let column = seen.firstColumn; column < seen.lastColumn; column += 1) {
        const kind = classOf(rows[row] ?? 0, columns[column] ?? 0);
        context.fillStyle = (kind === 0) === isDark ? "#10161d" : "#ffffff";
        context.fillText(GLYPHS[kind] ?? "", x(column) + this.#cell / 2, y(row) + this.#cell / 2 + 1);
      }
    }
  }

  /** Draws the names of row groups where they begin or become visible; upright beside small cells. */
  #bands(context: CanvasRenderingContext2D, { rowGroups }: Picture, style: CSSStyleDeclaration, seen: Seen, y: Place): void {
    const side = this.#side;
    const isUpright = side === BAND;
    context.font = `600 12px ${style.fontFamily}`;
    for (let row = seen.firstRow; row < seen.lastRow;) {
      const name = rowGroups[row] ?? "";
      let end = row;
      while (end < seen.lastRow && rowGroups[end] === name) end += 1;
      const [from, to] = [Math.max(this.#top, y(row)), y(end)];
      context.save();
      context.beginPath();
      context.rect(0, from, side - 4, Math.max(0, to - from));
      context.clip();
      context.translate(isUpright ? BAND / 2 : 8, isUpright ? Math.min(to, this.#scroller.clientHeight) - 4 : from + this.#cell / 2);
      if (isUpright) context.rotate(-Math.PI / 2);
      context.fillText(name, 0, 0);
      context.restore();
      context.fillRect(side - 1, from, 1, Math.max(1, to - from - 2));
      row = end;
    }
  }

  #labels(context: CanvasRenderingContext2D, picture: Picture, style: CSSStyleDeclaration, seen: Seen, x: Place, y: Place): void {
    const [cell, left, top] = [this.#cell, this.#left, this.#top];
    context.fillStyle = style.color;
    context.textBaseline = "middle";
    context.textAlign = "left";
    const side = this.#side;
    if (side > 0) this.#bands(context, picture, style, seen, y);
    if (left > side) {
      context.font = `${Math.min(12, cell - 1)}px ${style.getPropertyValue("--mono")}`;
      context.save();
      context.beginPath();
      context.rect(side, top, left - side - 8, this.#scroller.clientHeight - top);
      context.clip();
      const most = Math.floor((left - side - 16) / ((LETTER * Math.min(12, cell - 1)) / 12));
      for (let row = seen.firstRow; row < seen.lastRow; row += 1) context.fillText(short(picture.rowNames[row] ?? "", most), side + 8, y(row) + cell / 2);
      context.restore();
    }
    context.save();
    context.beginPath();
    context.rect(left, 0, this.#scroller.clientWidth - left, top);
    context.clip();
    context.font = `600 12px ${style.fontFamily}`;
    // A group's name is drawn where the group begins or becomes visible.
    for (let column = seen.firstColumn; column < seen.lastColumn;) {
      const name = picture.groups[column] ?? "";
      let end = column;
      while (end < seen.lastColumn && picture.groups[end] === name) end += 1;
      const from = Math.max(left, x(column));
      context.save();
      context.beginPath();
      const isLast = end === picture.columns.length;
      context.rect(from, 0, isLast ? this.#scroller.clientWidth : Math.max(0, x(end) - from - 2), BAND);
      context.clip();
      context.fillText(name, from + 2, BAND / 2);
      context.restore();
      context.fillRect(from, BAND - 1, Math.max(1, x(end) - from - 2), 1);
      column = end;
    }
    if (cell >= 16) {
      context.font = `12px ${style.getPropertyValue("--mono")}`;
      for (let column = seen.firstColumn; column < seen.lastColumn; column += 1) {
        context.save();
        context.translate(x(column) + cell / 2, top - 6);
        context.rotate(-Math.PI / 2);
        context.fillText(short(picture.columnNames[column] ?? "", 13), 0, 0);
        context.restore();
      }
    }
    context.restore();
  }
}

interface Seen {
  firstColumn: number;
  lastColumn: number;
  firstRow: number;
  lastRow: number;
}

type Place = (index: number) => number;

/** Shortens a name to this many characters. Similar names begin alike, so both ends are kept. */
function short(text: string, most: number): string {
  const end = Math.min(4, Math.floor(most / 3));
  return text.length > most ? `${text.slice(0, Math.max(1, most - 1 - end))}…${text.slice(text.length - end)}` : text;
}

/** Converts `rgb(1, 2, 3)` to a pixel. */
function packed(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+(\.\d+)?/g) ?? []).map(Number);
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
