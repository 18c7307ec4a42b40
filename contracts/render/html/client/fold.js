/** Opens and folds findings; without this script, and on paper, the style has all of them open. */

/** @type {readonly HTMLDetailsElement[]} */
export const findings = [...document.querySelectorAll('details.finding')].filter(
  (one) => one instanceof HTMLDetailsElement,
);

/** @param {boolean} isOpen */
export function openAll(isOpen) {
  for (const finding of findings) finding.open = isOpen;
}

/** Paper has no folds, whatever a browser knows of style: as it was afterwards. */
export function unfoldForPrint() {
  /** @type {readonly HTMLDetailsElement[]} */
  let folded = [];
  addEventListener('beforeprint', () => {
    folded = findings.filter(({ open }) => !open);
    openAll(true);
  });
  addEventListener('afterprint', () => {
    for (const finding of folded) finding.open = false;
  });
}
