/** The recognizer in pages, workers and Node. firmware-docs/WEB.md describes the module below it. */
// Generated from BuiltIn.swift by `make lists`: do not edit.
export type Model = "air-board" | "ink" | "gestures" | "accelerometer";
// End of the generated part.
export type Vector = [x: number, y: number, z: number];
export type Attitude = [w: number, x: number, y: number, z: number];
export interface Point { x: number; y: number }
export type QuillonEvent =
  | { kind: "letter"; label: string; score: number; margin: number; isRejected: boolean; size: number; ink: Point[][];
      best: { label: string; score: number }[] }
  | { kind: "rejected"; gate: string; value: number; size: number }
  | { kind: "abandoned"; reason: "gap" | "too short" | "not converged" }
  | { kind: "too small"; size: number };
export interface Motion {
  status: "starting" | "gravity" | "bias" | "ready"; isSettled: boolean; attitude: Attitude; gravity: Vector;
  linearAcceleration: Vector; angularRate: Vector; position: Vector; ribbon: Vector; pen: boolean;
}
export interface Sample {
  time: number; isLinear: boolean; acceleration: Vector; rate: Vector | null; attitude: Attitude | null;
}
export const models: Model[];
export const formats: string[];
export class Quillon {
  static load(options?: { model?: Model; wasm?: string | URL | BufferSource | WebAssembly.Module }): Promise<Quillon>;
  readonly module: WebAssembly.Module;
  readonly model: Model;
  readonly modelID: string;
  readonly labels: string[];
  readonly trainingUpdates: number;
  readonly motion: Motion;
  readonly line: { format: string | null; shortcoming: string | null; accepted: number; rejected: number };
  set pen(isDown: boolean);
  create(model?: Model): void;
  use(model: Model): boolean;
  settings(settings?: { pen?: "samples" | "motion"; penUpTime?: number; gates?: number }): void;
  pushRaw(time: number, force: Vector, rate: Vector, pen: boolean): QuillonEvent | null;
  pushAttitude(time: number, acceleration: Vector, attitude: Attitude, pen: boolean): QuillonEvent | null;
  pushTouch(time: number, x: number, y: number, pen: boolean, minimumSize?: number): QuillonEvent | null;
  finish(options?: { touch?: boolean }): QuillonEvent | null;
  expect(format?: string): void;
  expectColumns(units?: { acceleration?: number; rate?: number; time?: number }): void;
  readLine(line: string, isFirst: boolean): { isNamed: boolean; time: number; force: number[]; rate: number[];
    units: { acceleration: number; rate: number; time: number }; numbers: (number | null)[] };
  findFormat(): string | null;
  pushBytes(bytes: Uint8Array, time: number, tell?: (event: QuillonEvent) => void, sensed?: (sample: Sample) => void): void;
  ink(): Point[][];
  teach(label: string): "learned" | "known" | "refused" | "no letter";
  undo(): boolean;
  forget(): void;
  savePerson(): string;
  loadPerson(file: string): void;
}
