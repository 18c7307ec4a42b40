/** Reads a certificate: nothing in it is relied on until it has been held against its report. */
import { KitError } from '../../errors.ts';
import { isJsonObject, type JsonObject } from '../../spec/exact-json.ts';
import { readJsonFile } from '../report/json-file.ts';
import { CERTIFICATE_VERSION } from './data.ts';

/** Throws `certificate-unreadable` for what is no certificate of this version of the format. */
export async function readCertificate(file: string): Promise<JsonObject> {
  const { value } = await readJsonFile(file, 'certificate-unreadable');
  const version = value['certificateVersion'];
  if (version === CERTIFICATE_VERSION) return value;
  throw new KitError(
    'certificate-unreadable',
    typeof version === 'number'
      ? `${file}: certificateVersion ${version}; this kit reads ${CERTIFICATE_VERSION}`
      : `${file}: is no certificate of this kit: it has no certificateVersion`,
    { fix: 'Check it with the version of the kit that wrote it.' },
  );
}

/** What it says of the kit that has made it. */
export function kitVersionIn({ kit }: JsonObject): string {
  const version = isJsonObject(kit) ? kit['version'] : undefined;
  return typeof version === 'string' ? version : 'unknown';
}
