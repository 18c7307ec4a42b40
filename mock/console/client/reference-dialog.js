/** Swagger UI shows its credentials above the page without moving the focus. This puts them in a real dialog. */

/**
 * A plugin of Swagger UI.
 *
 * @param {any} system
 */
export function realDialog({ React }) {
  /** @param {any} Original */
  const wrapped = (Original) => (/** @type {any} */ props) => {
    const place = React.useRef(null);
    React.useLayoutEffect(() => {
      const dialog = place.current;
      if (!(dialog instanceof HTMLDialogElement)) return undefined;
      dialog.showModal();
      // Closing returns the focus; React would only remove the element.
      return () => dialog.close();
    }, []);
    const onCancel = () => props.authActions.showDefinitions(false);
    const attributes = { ref: place, className: 'credentials', 'aria-label': 'Available authorizations', onCancel };
    return React.createElement('dialog', attributes, React.createElement(Original, props));
  };
  return { wrapComponents: { authorizationPopup: wrapped } };
}
