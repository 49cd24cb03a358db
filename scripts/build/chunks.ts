import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { chunksOf } from '../../server/http/page-chunks.ts'
import { OPEN_PAGES, PAGES } from '../../shared/pages.ts'
import { isRule } from './plain-rules.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Libraries that wait for a dialog, a drawer or a table. */
const OF_LAYERS =
  /node_modules\/(uqr|@stripe|@tanstack\/(react-virtual|virtual-core)|react-remove-scroll|react-remove-scroll-bar|use-sidecar|use-callback-ref|react-style-singleton|@mantine\/core\/esm\/components\/(Radio|Autocomplete|Drawer|Modal|ModalBase|NativeSelect))\//

/** What only forms are made of, among what screens share. */
const OF_FORMS =
  /client\/components\/(money|percent)-field\.tsx$|node_modules\/(@mantine\/dates|react-number-format|zod)\/|components\/(NumberInput|MultiSelect|TagsInput|FileInput|Pill|PillsInput)\//

/** What screens show unasked, but a moment later: it waits for no chunk of the forms. */
const CHARTS = /client\/features\/(dashboard\/charts|finance\/months-chart)[^/]*\/?[^/]*\.tsx?$/

/** A form's state, which a screen of one line needs as well. */
const FORM_STATE =
  /client\/components\/(app-form|kept-input)\.tsx?$|node_modules\/(@mantine\/form|klona|fast-deep-equal)\//

/** Screens made of forms take the forms' chunk; no other screen takes theirs. */
const MADE_OF_FORMS = ['/settings']

/** Only its own screen shows a conversation at once. */
const MESSAGES = /client\/features\/messages\//

/** A shared chunk smaller than this, before minifying, is not worth its request. */
const MERGED_BYTES = 20_000

const isLibrary = (id: string): boolean => id.includes('/node_modules/')

/**
 * Chunks by when they are needed: the sign-in screen, what every screen shows at once, and forms with their
 * rules, which wait for a dialog.
 */
export function screenChunks(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  const atOnce = new Set<string>()
  const ofCharts = new Set<string>()
  const withForms = new Set<string>()

  const isLater = (id: string): boolean =>
    withForms.has(id) || MESSAGES.test(id) || (isLibrary(id) ? OF_LAYERS.test(id) : !atOnce.has(id))

  const plugin: Plugin = {
    name: 'screen-chunks',
    apply: 'build',
    buildEnd() {
      const follow = (start: string[], reached: Set<string>, known?: Set<string>) => {
        for (let id = start.pop(); id !== undefined; id = start.pop()) {
          if (reached.has(id) || known?.has(id) || isLibrary(id)) continue
          reached.add(id)
          start.push(...(this.getModuleInfo(id)?.importedIds ?? []))
        }
      }
      const inner = Object.keys(PAGES).filter(
        (page) => !OPEN_PAGES.includes(page) && !MADE_OF_FORMS.includes(page),
      )
      follow(
        [...new Set(inner.flatMap(chunksOf))].map((module) => join(ROOT, module)),
        atOnce,
      )
      follow(
        [...this.getModuleIds()].filter((id) => CHARTS.test(id)),
        ofCharts,
        atOnce,
      )
      const forms = [...this.getModuleIds()].filter(
        (id) => isRule(id) || OF_FORMS.test(id) || FORM_STATE.test(id),
      )
      for (let id = forms.pop(); id !== undefined; id = forms.pop()) {
        if (withForms.has(id)) continue
        withForms.add(id)
        const importers = this.getModuleInfo(id)?.importers ?? []
        forms.push(...importers.filter((importer) => !isLibrary(importer)))
      }
    },
  }
  const groups: Rolldown.CodeSplittingGroup[] = [
    { name: 'first-screen', tags: ['$initial'], priority: 5 },
    { name: 'portal', test: (id) => !isLater(id), minShareCount: 2, priority: 4 },
    { name: 'form-state', test: (id) => FORM_STATE.test(id), priority: 3 },
    { name: 'messages', test: MESSAGES, minShareCount: 2, priority: 3 },
    { name: 'charts', test: (id) => ofCharts.has(id), priority: 3 },
    // Rules run as they are loaded: with what they need in one chunk, no circle of chunks stops them.
    {
      name: 'rules',
      test: (id) => isRule(id) || id.includes('/node_modules/zod/'),
      minShareCount: 2,
      priority: 3,
    },
    {
      name: 'forms',
      test: (id) => withForms.has(id) && (isLibrary(id) || id.includes('/client/components/')),
      minShareCount: 2,
      priority: 2,
    },
    {
      name: 'layers',
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: MERGED_BYTES,
    },
  ]
  return { plugin, groups }
}
