/** Reads a certificate: nothing in it is relied on until it has been held against its report. */
import { KitError } from '../../errors.ts';
import { isJsonObject, type JsonObject } from '../../spec/json/exact-json.ts';
import { readJsonFile, versionMisfit } from '../report/json-file.ts';
import { CERTIFICATE_VERSION } from './data.ts';

/** Throws `certificate-unreadable` for what is no certificate of this version of the format. */
export async function readCertificate(file: string): Promise<JsonObject> {
  const { value } = await readJsonFile(file, 'certificate-unreadable');
  const key = 'certificateVersion';
  if (value[key] === CERTIFICATE_VERSION) return value;
  const what = value[key] === undefined ? 'is no certificate of this kit: ' : '';
  throw new KitError(
    'certificate-unreadable',
    `${file}: ${what}${versionMisfit(value, { key, reads: CERTIFICATE_VERSION })}`,
    { fix: 'Check it with the version of the kit that wrote it.' },
  );
}

/** What it says of the kit that has made it. */
export function kitVersionIn({ kit }: JsonObject): string {
  const version = isJsonObject(kit) ? kit['version'] : undefined;
  return typeof version === 'string' ? version : 'unknown';
}
