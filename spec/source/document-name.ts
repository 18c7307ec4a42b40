/** The names of documents in messages and reports. */
import { inNode } from '../../platform/node-modules.ts';
import { displayPath } from '../files/display-path.ts';
import { gitDisplayName, isGitUrl } from './git-url.ts';

/** The name of the document in messages. */
export function displayName(url: string): string {
  if (isGitUrl(url)) return gitDisplayName(url);
  if (!url.startsWith('file:') || inNode === undefined) return maskSecrets(url);
  return displayPath(inNode.getBuiltinModule('node:url').fileURLToPath(url));
}

/** A URL that grants access, such as a signed one, is a credential, and document names appear in every report. */
export function maskSecrets(url: string): string {
  const queryStart = url.indexOf('?');
  if (queryStart === -1) return url;
  return (
    url.slice(0, queryStart) +
    url.slice(queryStart).replace(/([?&][^=&#]*(?:token|secret|sig|pass|key|auth|credential)[^=&#]*=)[^&#]+/gi, '$1***')
  );
}
