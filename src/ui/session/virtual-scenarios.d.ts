/** Made by src/content/scenarios/vite-plugin.ts. */
declare module 'virtual:scenarios' {
  export const scenarios: readonly import('../../protocol/scenario.ts').ScenarioEntry[];
  /** Null when there is no such scenario. */
  export function loadScenario(id: string): Promise<import('../../protocol/scenario.ts').Scenario | null>;
}
