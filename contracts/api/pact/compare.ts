/** `comparePacts` of the door `plant-store/pact`. */
import { homeDocument } from '../../../spec/kit.ts';
import { contractGiven } from '../../../spec/loading/given.ts';
import { checkOptions, document, flag, type Kind, someOf, text } from '../../../spec/options/option-kinds.ts';
import type { TargetOptions } from '../../options/target-options.ts';
import { brokerHeaders } from '../../pact/broker/access.ts';
import { namedOrOwn } from '../../pact/file/named.ts';
import { readSources } from '../../pact/file/sources.ts';
import type { Report } from '../../report/report.ts';
import { waiversFrom } from '../../waivers/from-file.ts';
import { comparison } from './reports.ts';

export interface ComparePactsOptions extends Pick<TargetOptions, 'spec' | 'strict'> {
  /**
   * Files, folders of them, URLs; that of a broker is asked with PACT_BROKER_TOKEN, as by the command. May be left out
   * for the Plant Store, whose consumer the kit has.
   */
  readonly pacts?: readonly string[] | undefined;
  /** The path of a file with findings that are known: id, reason and last day of each. */
  readonly waivers?: string | undefined;
}

const kinds: Readonly<Record<keyof ComparePactsOptions, Kind>> = {
  spec: document,
  strict: flag,
  pacts: someOf(text),
  waivers: text,
};

/**
 * Holds pacts against the contract, without an implementation. That they do not fit is no error: see `verdict` of the
 * report. Throws a KitError for options that cannot be, and pacts and documents that cannot be read.
 */
export async function comparePacts(options: ComparePactsOptions): Promise<Report> {
  checkOptions(options, kinds);
  const { spec = homeDocument, pacts = [], strict = false } = options;
  const waivers = options.waivers === undefined ? [] : await waiversFrom(options.waivers);
  const contract = await contractGiven(spec);
  const sources = await readSources(
    await namedOrOwn({ named: pacts, contract, option: 'pacts' }),
    brokerHeaders(process.env),
  );
  return (await comparison({ contract, sources, strict, waivers })).report;
}
