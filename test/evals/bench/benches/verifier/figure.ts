/** One row of the table; what does not belong to it is left out. */
export interface VerifierFigure {
  readonly measured: string;
  /** Those of the run that the loop sends as well. */
  readonly requests?: number;
  readonly requestsPerSecond?: number;
  readonly loopRequestsPerSecond?: number;
  /** Of the requests a second of the loop; 1 is as fast. */
  readonly shareOfLoop?: number;
  /** Of a request, in the process that sends it, in µs. */
  readonly cpu?: number;
  readonly loopCpu?: number;
  readonly seconds?: number;
  /** Null where it cannot be measured. */
  readonly cpuSeconds?: number | null;
  /** What is in use once garbage is taken away. */
  readonly heapMB?: number;
}
