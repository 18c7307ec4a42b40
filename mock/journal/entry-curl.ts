/** A curl command for a journal entry. Its credential is the variable again. */
import { base64Encoded, type CredentialForm, unchanged, urlEncoded } from '../../shell/credential-form.ts';
import { type CredentialText, createReference, TOKEN_VARIABLE } from '../../shell/credential-text.ts';
import { curlCommand } from '../../shell/curl.ts';
import type { SecurityScheme } from '../../spec/model/contract.ts';
import { basicTemplate } from '../authentication/authenticate.ts';
import type { JournalEntry } from '../model/journal-entry.ts';
import { isCompleteBody, type RecordedPart, type RecordedText, recordedRequest } from './snippets/recorded-request.ts';

export interface EntryCurlOptions {
  /** Such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** The security schemes of the contract that the entry belongs to. */
  readonly schemes: readonly SecurityScheme[];
  /** The token that the mock server accepts as a credential. It is never printed. */
  readonly token: string;
}

/** Undefined if the journal does not have the whole body as sent. A masked secret in it is printed as the mask. */
export function entryCurl(entry: JournalEntry, { origin, schemes, token }: EntryCurlOptions): string | undefined {
  const { body } = entry.request;
  if (body !== null && !isCompleteBody(body)) return undefined;
  const { method, target, headers } = recordedRequest(entry, schemes);
  return curlCommand({
    method,
    // A request that the mock sent has the whole URL.
    origin: entry.kind === 'request' ? origin : '',
    target: credentialText(target, token),
    headers: headers.map(([name, value]) => [name, credentialText(value, token)] as const),
    body: body?.text,
  });
}

function credentialText(text: RecordedText, token: string): CredentialText {
  return text.map((part) =>
    typeof part === 'string' ? part : createReference(formOf(part, token), { variable: TOKEN_VARIABLE, secret: token }),
  );
}

function formOf({ credential }: Exclude<RecordedPart, string>, token: string): CredentialForm {
  if (credential === 'basic') return base64Encoded(basicTemplate(token));
  return credential === 'unchanged' ? unchanged : urlEncoded(unchanged);
}
