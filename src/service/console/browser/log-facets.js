// @ts-check
/** What the lines of a text state, to choose by: the values of their fields, and their templates. */

/**
 * @typedef {{ fields: { name: string, seen: number, isCut: boolean, values: { value: string, count: number }[] }[],
 *   templates: { id: number, text: string, count: number, severity: string }[], looked: number }} Facets
 */

/**
 * @param {HTMLElement} place
 * @param {() => Promise<Facets>} load
 * @param {(filter: { field: string, value: string } | { template: number }) => void} choose
 */
export async function fillFacets(place, load, choose) {
  const body = /** @type {HTMLElement} */ (place.querySelector('.facets'));
  body.textContent = 'Reading the fields …';
  try {
    const { fields, templates, looked } = await load();
    body.replaceChildren(
      note(
        `Values of fields are counted in ${looked.toLocaleString('en')} lines, levels and templates in all. Choose one to count it in all.`,
      ),
      ...fields.map(({ name, values, isCut }) =>
        group(
          name,
          values.map(({ value, count }) => entry(value, count, '', () => choose({ field: name, value }))),
          isCut,
        ),
      ),
      ...groupIf(
        'Templates',
        templates.map(({ id, text, count, severity }) => entry(text, count, severity, () => choose({ template: id }))),
      ),
    );
  } catch (error) {
    body.textContent = /** @type {Error} */ (error).message;
  }
}

/** @param {string} words */
function note(words) {
  return Object.assign(document.createElement('p'), { className: 'hint', textContent: words });
}

/** Packets and events of traces have no templates. @param {string} name @param {HTMLElement[]} entries */
const groupIf = (name, entries) => (entries.length > 0 ? [group(name, entries)] : []);

/**
 * @param {string} name
 * @param {HTMLElement[]} entries
 * @param {boolean} [isCut]
 */
function group(name, entries, isCut = false) {
  const box = document.createElement('details');
  const head = document.createElement('summary');
  head.textContent = `${name} (${entries.length}${isCut ? ' most frequent' : ''})`;
  const list = document.createElement('ul');
  list.append(...entries);
  box.append(head, list);
  return box;
}

/**
 * @param {string} words
 * @param {number} count
 * @param {string} severity
 * @param {() => void} act
 */
function entry(words, count, severity, act) {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `plain-link ${severity}`;
  button.textContent = words;
  button.addEventListener('click', act);
  item.append(
    button,
    Object.assign(document.createElement('span'), { className: 'hint', textContent: ` ${count.toLocaleString('en')}` }),
  );
  return item;
}
