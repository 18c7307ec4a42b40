/** Which port a worker is to take. All that ask for port 0 get the same one, but only while one of them lives: after that it
 * would be another one than was told. And who asks for that one by its number does not get it while others have it through 0. */

export interface Ports {
  /** Undefined leaves it at what was asked for. */
  forNext(): number | undefined;
  /** Whether it is the port that the first one listens on; the first call says which. 0 stands for one that nobody knows. */
  isTold(port: number): boolean;
  /** A worker that was given this one listens, until it is gone. */
  join(given: number | undefined, gone: Promise<unknown>): void;
}

export function createPorts(): Ports {
  const listening = new Set<{ readonly given: number | undefined }>();
  let told: number | undefined;
  return {
    forNext: () => {
      const [one] = listening;
      return one === undefined ? told || undefined : one.given;
    },
    isTold: (port) => {
      told ??= port;
      return port === told;
    },
    join: (given, gone) => {
      const one = { given };
      listening.add(one);
      void gone.then(() => listening.delete(one));
    },
  };
}
