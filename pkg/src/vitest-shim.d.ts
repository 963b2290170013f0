/** As much of vitest as the matcher needs, so that building does not need vitest. */
declare module "vitest" {
  export const expect: { extend(matchers: Record<string, unknown>): void };
  export interface Matchers<T = any> {
    readonly " of"?: T;
  }
}
