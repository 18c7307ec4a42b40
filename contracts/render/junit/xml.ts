/** The little of XML that a report needs. */
import { visibleLines } from '../../../text.ts';

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
 * XML 1.0 has no place for most control characters, even as references, nor for lone surrogates: they stand by their codes, with
 * all else that no eye sees. CI servers show these texts, print them in logs, and attach the files that some of them name.
 */
function text(value: string): string {
  return value
    .split('\t')
    .map(visibleLines)
    .join('\t')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function attribute(value: string): string {
  return text(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
