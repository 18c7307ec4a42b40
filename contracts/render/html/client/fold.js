/** Opens and folds findings; without this script, and in print, the style sheet shows all of them open. */

/** @type {readonly HTMLDetailsElement[]} */
export const findings = [...document.querySelectorAll('details.finding')].filter(
  (one) => one instanceof HTMLDetailsElement,
);

/** @param {boolean} isOpen */
export function openAll(isOpen) {
  for (const finding of findings) finding.open = isOpen;
}

/** Opens all findings for printing, also in browsers that ignore the print style, and folds them again afterwards. */
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
