/** Shows the findings that match all selected values and contain all search words. */
import { findings, openAll } from './fold.js';

const form = document.querySelector('#filter');
const fieldNames = ['severity', 'stage', 'subject', 'category', 'check'];

/** The text of each finding in lower case, filled on the first search. @type {Map<Element, string>} */
const texts = new Map();

/** @param {() => void} onChange */
export function startFilter(onChange) {
  if (!(form instanceof HTMLFormElement)) return;
  form.hidden = false;
  const refresh = () => {
    applyFilter();
    onChange();
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', refresh);
  form.addEventListener('reset', () => setTimeout(refresh));
  form.querySelector('#unfold')?.addEventListener('click', () => openAll(true));
  form.querySelector('#fold')?.addEventListener('click', () => openAll(false));
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target !== document.body || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    field('text')?.focus();
  });
}

/** The selected values, without empty ones. */
export function readFilter() {
  const parameters = new URLSearchParams();
  for (const name of [...fieldNames, 'text']) {
    const value = field(name)?.value ?? '';
    if (value !== '') parameters.set(name, value);
  }
  return parameters;
}

/** @param {URLSearchParams} parameters */
export function setFilter(parameters) {
  for (const name of [...fieldNames, 'text']) {
    const control = field(name);
    if (control !== undefined) control.value = parameters.get(name) ?? '';
    // A select cannot have a value that no finding has.
    if (control instanceof HTMLSelectElement && control.selectedIndex === -1) control.value = '';
  }
  applyFilter();
}

/** @param {string} name */
function field(name) {
  const control = form instanceof HTMLFormElement ? form.elements.namedItem(name) : null;
  return control instanceof HTMLSelectElement || control instanceof HTMLInputElement ? control : undefined;
}

function applyFilter() {
  const filter = readFilter();
  const words = (filter.get('text') ?? '').toLowerCase().split(/\s+/);
  const matching = findings.filter((finding) => matchesFilter(finding, filter, words));
  const shown = new Set(matching);
  for (const finding of findings) finding.hidden = !shown.has(finding);
  for (const group of document.querySelectorAll('.group, .part'))
    group.toggleAttribute('hidden', group.querySelector('.finding:not([hidden])') === null);
  const output = document.querySelector('#shown');
  if (output !== null) output.textContent = `${matching.length} of ${findings.length} findings`;
}

/**
 * @param {HTMLElement} finding
 * @param {URLSearchParams} filter
 * @param {readonly string[]} words
 */
function matchesFilter(finding, filter, words) {
  const { dataset } = finding;
  const isSelected = fieldNames.every((name) => {
    const value = filter.get(name);
    const actual = dataset[name] ?? '';
    return value === null || (name === 'category' ? actual.split('\n').includes(value) : actual === value);
  });
  return isSelected && words.every((word) => searchText(finding).includes(word));
}

/** @param {HTMLElement} finding */
function searchText(finding) {
  const text = texts.get(finding) ?? (finding.textContent ?? '').toLowerCase();
  texts.set(finding, text);
  return text;
}
