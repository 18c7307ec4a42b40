/** Parts of SARIF that several objects have: messages and locations. */
import { formatPlace, type Place } from '../../../spec/model/contract.ts';
import type { Quote } from '../../finding/finding.ts';
import type { OperationData } from '../../report/report.ts';
import type { ToldFinding } from '../../report/stage.ts';
import { uriOf } from '../repository-path.ts';

/** A SARIF message. */
export interface SarifMessage {
  readonly text: string;
}

/**
 * A text of others in a message: braces are doubled, since one alone is a placeholder (3.11.5), and what would be a link
 * is none any more (3.11.6): an implementation does not put links into a security page.
 */
export function messageOf(text: string): SarifMessage {
  const plain = shortened(text).replace(/[{}]/g, '$&$&').replaceAll('](', '] (');
  return { text: plain === '' ? '-' : plain };
}

/** GitHub shows 1,024 characters of most texts. */
const MOST = 1000;

/** Well-formed, and not longer than anyone reads. */
export function shortened(text: string, most = MOST): string {
  const whole = text.toWellFormed();
  return whole.length > most ? `${whole.slice(0, most).toWellFormed()}...` : whole;
}

/** A `location`. */
export interface Location {
  readonly id?: number;
  readonly message?: SarifMessage;
  readonly physicalLocation?: {
    readonly artifactLocation: ArtifactLocation;
    readonly region: Region;
  };
  readonly logicalLocations?: readonly LogicalLocation[];
}

/** Columns from 1, in UTF-16 code units; the last is that behind the region. */
interface Region {
  readonly startLine: number;
  readonly startColumn?: number;
  readonly endColumn?: number;
}

/** An absolute URI has no base. */
interface ArtifactLocation {
  readonly uri: string;
  readonly uriBaseId?: typeof ROOT;
}

interface LogicalLocation {
  readonly name?: string;
  readonly fullyQualifiedName: string;
  readonly kind: string;
}

/** The root of the repository; whoever reads the log knows where that is. */
export const ROOT = '%SRCROOT%';

/** Undefined for what is no file. */
export function artifactLocation(file: string): ArtifactLocation | undefined {
  const uri = uriOf(file);
  if (uri === undefined) return undefined;
  return /^[a-z][a-z0-9+.-]*:/i.test(uri) ? { uri } : { uri, uriBaseId: ROOT };
}

/** The line of the contract, the value there, and the operation. */
export function locationOf(
  { place, quote, subject }: ToldFinding,
  operations: ReadonlyMap<string, OperationData>,
): Location {
  const operation = operations.get(subject);
  const named =
    operation === undefined
      ? { name: subject, fullyQualifiedName: subject, kind: 'member' }
      : { name: subject, fullyQualifiedName: `${operation.method} ${operation.path}`, kind: 'function' };
  const value = { fullyQualifiedName: place.pointer, kind: 'value' };
  const region = quote === undefined ? undefined : regionOf(quote);
  return { ...physical(place, region), logicalLocations: place.pointer === '' ? [named] : [named, value] };
}

/** The part of the last line that is meant: of a list of names, the line with the name. */
function regionOf({ lines, mark, column }: Quote): Region | undefined {
  const last = lines.at(-1);
  if (last === undefined || column === undefined || mark.end <= mark.start) return undefined;
  return { startLine: last.line, startColumn: column + mark.start, endColumn: column + mark.end };
}

/** Pages show a few. */
const MOST_RELATED = 20;

/** The other side, and whose pacts break. */
export function relatedLocations({ otherPlace, otherLine, breaks = [] }: ToldFinding): readonly Location[] {
  const other = otherPlace === undefined ? [] : [{ place: otherPlace, text: otherLine ?? 'the other side' }];
  const broken = breaks.map(({ consumer, interaction, place }) => ({
    place,
    text: `${consumer}: ${interaction}`,
  }));
  const told = new Map([...other, ...broken].map((one) => [JSON.stringify(one), one] as const));
  return [...told.values()].slice(0, MOST_RELATED).map(({ place, text }, index) => ({
    id: index + 1,
    ...physical(place),
    message: messageOf(`${text} (${formatPlace(place)})`),
  }));
}

function physical(
  { file, line }: Place,
  region: Region = { startLine: Math.max(1, line) },
): Pick<Location, 'physicalLocation'> {
  const artifact = artifactLocation(file);
  return artifact === undefined ? {} : { physicalLocation: { artifactLocation: artifact, region } };
}
