/** What the measurements use of tools that only `npm run bench` installs. */

declare module 'chrome-launcher' {
  type Options = { chromePath: string; chromeFlags: string[] }
  export function launch(options: Options): Promise<{ port: number; kill(): void }>
}

declare module 'lighthouse' {
  type Options = {
    port: number
    onlyCategories: string[]
    throttlingMethod: 'simulate' | 'devtools'
  }
  type Report = {
    /** From 0 to 1. */
    categories: Record<string, { score: number | null } | undefined>
    audits: Record<string, { numericValue?: number } | undefined>
  }
  function lighthouse(url: string, options: Options): Promise<{ lhr: Report } | undefined>
  export = lighthouse
}
