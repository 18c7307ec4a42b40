/** The little of XML that a report needs. */

/** One element; a text in it, or others, and of these those that there are. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: string | readonly string[] = [],
): string {
  const head = Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(String(value))}"`);
  const inner = typeof content === 'string' ? text(content) : content.map(inside).join('');
  return inner === '' ? `<${name}${head.join('')}/>` : `<${name}${head.join('')}>${inner}</${name}>`;
}

/** Each on lines of its own; those of a text stay as they are. */
function inside(child: string, index: number): string {
  return `${index === 0 ? '\n' : ''}${child}\n`;
}

/**
 * XML 1.0 has no place for most control characters, even as references, nor for lone surrogates; a carriage return that
 * stands for itself becomes a line feed.
 */
function text(value: string): string {
  return value
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

function attribute(value: string): string {
  return text(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
