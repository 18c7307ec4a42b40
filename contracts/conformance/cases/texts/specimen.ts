/** A text that some implementation does not bring back as it was sent. */
export interface Specimen {
  readonly name: string;
  /** Completes "the value is"; without them it is a text with what the name says. */
  readonly words?: string;
  /** Made when asked for: some are long. */
  text(): string;
  /** How it stands between the quotes in the JSON, where it is not the plain way. */
  readonly spelling?: string;
  /** Why it may be refused with the declared error, where the contract leaves that open. */
  readonly open?: string;
  /** No Unicode text: what becomes of it is for the implementation to say. */
  readonly silent?: boolean;
}

export function specimen(name: string, text: string, more: Partial<Specimen> = {}): Specimen {
  return { name, text: () => text, ...more };
}

export function wordsFor({ name, words }: Specimen): string {
  return words ?? `a text with ${name}`;
}
