/** Loads the document of a mock in a browser: given as an object or a text, or fetched. */
import { KitError } from '../../errors.ts';
import { parseSelfContained, stringifyDocument } from '../../spec/loading/inline-document.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { importFastCheck } from '../../spec/sampling/sample-strings.ts';
import { displayName } from '../../spec/source/document-name.ts';
import { importYaml } from '../../spec/source/full-yaml.ts';

/** The document as an object; its text, in YAML or JSON; or its URL, relative to the page. */
export type BrowserDocument = string | URL | Readonly<Record<string, unknown>>;

/** A URL that no reference can reach. */
const INLINE_URL = 'inline:document';

/** Throws `spec-unreadable`, `spec-syntax`, `spec-ref`, `spec-version` and `spec-invalid`. */
export async function loadBrowserDocument(spec: BrowserDocument): Promise<Contract> {
  const { url, text } = await readDocument(spec);
  // Both are needed synchronously later, and most documents need neither.
  if (!isJsonObjectText(text)) await importYaml();
  if (text.includes('pattern')) await importFastCheck();
  return parseSelfContained(url, text, { mode: 'lenient' });
}

interface DocumentText {
  readonly url: string;
  readonly text: string;
}

async function readDocument(spec: BrowserDocument): Promise<DocumentText> {
  if (spec instanceof URL) return fetchDocument(spec.href);
  if (typeof spec === 'object') return { url: INLINE_URL, text: stringifyDocument(spec) };
  return spec.includes('\n') || isJsonObjectText(spec) ? { url: INLINE_URL, text: spec } : fetchDocument(spec);
}

function isJsonObjectText(text: string): boolean {
  return /^\ufeff?\s*\{/.test(text);
}

async function fetchDocument(address: string): Promise<DocumentText> {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`the server responds with ${response.status}`);
    return { url: response.url, text: await response.text() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new KitError('spec-unreadable', `${displayName(address)}: ${reason}`, {
      fix: 'Check the URL, or import the document and give it as an object.',
      cause: error,
    });
  }
}
