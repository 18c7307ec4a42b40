/** Prism once more, for the cases that it does not live to see: its hangs stop the run before them. */
import './prism.mjs';
