/** Addresses within the report: of one finding, and of findings that are filtered. The script of the page reads them. */
import { shown } from './markup.ts';

/** What findings can be filtered by. */
export interface Filter {
  readonly severity?: string | undefined;
  readonly stage?: string | undefined;
  /** Operation, interaction or document. */
  readonly about?: string | undefined;
  readonly family?: string | undefined;
  readonly check?: string | undefined;
  /** Words that they say. */
  readonly text?: string | undefined;
}

/** `#?about=createOrder&family=texts` */
export function filterLink(filter: Filter): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    if (value !== undefined) parameters.set(name, shown(value));
  return `#?${parameters}`;
}

/** `#invalid-rejected/createOrder/3f2a91c07b5d` */
export function findingLink(anchor: string): string {
  return `#${encodeURI(anchor.toWellFormed())}`;
}

/** What a browser takes as the id of an element: no white space, nothing that it would not write down. */
export function anchorOf(id: string): string {
  return id.replace(/[\s\p{Cc}\p{Cf}\p{Cs}"'<>&#?%\\]+/gu, '-');
}
