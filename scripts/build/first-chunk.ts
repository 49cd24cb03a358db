import type { Plugin } from 'vite'

/**
 * Mantine's button fades its loader in, which would pull all of its transitions into the first chunk; this
 * shows it immediately.
 */
const STILL = '\0still-transition'
const STILL_CODE = 'export const Transition = ({ mounted, children }) => (mounted ? children({}) : null)'

const SHIM = 'use-sync-external-store/shim/with-selector'

/** Unused parts of Mantine's components; as properties they would be bundled anyway. */
const UNUSED_PARTS: Record<string, string[]> = {
  Checkbox: ['Card', 'Group', 'Indicator'],
  Menu: ['CheckboxGroup', 'CheckboxItem', 'ContextMenu', 'Search', 'Sub'],
  Popover: ['ContextMenu'],
  Tooltip: ['Floating'],
}

const COMPONENT = /\/@mantine\/core\/esm\/components\/(\w+)\/\1\.mjs$/
const USED_PART = /\b([A-Z]\w+)\.([A-Z]\w+)\b/g

const isUnused = (component: string, part: string) => UNUSED_PARTS[component]?.includes(part) ?? false

/** Keeps unused parts of libraries out of the first screen's chunk. The filters avoid most calls from the build. */
export const firstChunk: Plugin = {
  name: 'first-chunk',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: [/^use-sync-external-store\/shim\/with-selector/, /\/Transition\/Transition\.mjs$/] },
    handler(source, importer = '') {
      // React has had its own hook since version 18.
      if (source.startsWith(SHIM)) return this.resolve(SHIM.replace('/shim', ''), importer)
      const ofButton = /\/(Button\/Button|ActionIcon\/ActionIcon)\.mjs$/.test(importer)
      return ofButton ? STILL : null
    },
  },
  load: { filter: { id: /still-transition$/ }, handler: () => STILL_CODE },
  transform: {
    filter: { id: [COMPONENT, /\/client\//] },
    handler(code, id) {
      const component = COMPONENT.exec(id)?.[1]
      if (component !== undefined) {
        return code.replace(/^(\w+)\.(\w+) = \w+;$/gm, (line, name, part) =>
          isUnused(name, part) ? '' : line,
        )
      }
      for (const [used, name = '', part = ''] of code.matchAll(USED_PART)) {
        if (isUnused(name, part))
          this.error(`${used} is left out of the client: see scripts/build/first-chunk.ts.`)
      }
      return null
    },
  },
}
