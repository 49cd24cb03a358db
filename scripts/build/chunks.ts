import { basename, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { chunksOf } from '../../server/http/page-chunks.ts'
import { OPEN_PAGES, PAGES } from '../../shared/pages.ts'
import { isRule } from './plain-rules.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Libraries that wait for a dialog, a drawer or a table. */
const OF_LAYERS =
  /node_modules\/(uqr|prop-types|dayjs\/plugin\/isoWeek|@mantine\/store|@stripe|@tanstack\/(react-virtual|virtual-core)|react-remove-scroll|react-remove-scroll-bar|use-sidecar|use-callback-ref|react-style-singleton|@mantine\/hooks\/esm\/use-collapse|@mantine\/core\/esm\/components\/(Radio|Autocomplete|Collapse|Combobox\/use-pills-reorder|Drawer|List|Modal|ModalBase|NativeSelect|Table|Textarea))\//

/** What only forms are made of, among what screens share. */
const OF_FORMS =
  /client\/components\/(money|percent)-field\.tsx$|node_modules\/(@mantine\/dates|react-number-format|zod)\/|components\/(NumberInput|MultiSelect|TagsInput|FileInput|Pill|PillsInput)\//

/** What screens show unasked, but a moment later: it waits for no chunk of the forms. */
const CHARTS = /client\/features\/(dashboard\/charts|finance\/months-chart)[^/]*\/?[^/]*\.tsx?$/

/** A form's state, which a screen of one line needs as well. */
const FORM_STATE =
  /client\/components\/(app-form|kept-input)\.tsx?$|node_modules\/(@mantine\/form|klona|fast-deep-equal)\//

/** A shared chunk smaller than this, before minifying, is not worth its request. */
const MERGED_BYTES = 20_000

/** A feature's modules that only so many screens show are a chunk of their own, from this size on, before minifying. */
const AREA = /\/client\/features\/([^/]+)\//
const FEW_SCREENS = 4
const AREA_BYTES = 5_000

const isLibrary = (id: string): boolean => id.includes('/node_modules/')

/** "/projects" → "projects-page", after its module. */
const nameOf = (page: string): string => basename(chunksOf(page).at(-1) ?? page, '.tsx')

const isForm = (id: string): boolean => isRule(id) || OF_FORMS.test(id) || FORM_STATE.test(id)

/**
 * Chunks by when they are needed: the sign-in screen, what several screens show at once, what one of them
 * does, and forms with their rules, which wait for a dialog.
 */
export function screenChunks(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  /** Which screens show a module of the client at once. */
  const screensOf = new Map<string, Set<string>>()
  const ofCharts = new Set<string>()
  const withForms = new Set<string>()

  const shownBy = (id: string): number => screensOf.get(id)?.size ?? 0
  const isLater = (id: string): boolean =>
    withForms.has(id) || (isLibrary(id) ? OF_LAYERS.test(id) : shownBy(id) < 2)

  const plugin: Plugin = {
    name: 'screen-chunks',
    apply: 'build',
    buildEnd() {
      const follow = (start: string[], reached: Set<string>, known?: ReadonlyMap<string, unknown>) => {
        for (let id = start.pop(); id !== undefined; id = start.pop()) {
          if (reached.has(id) || known?.has(id) || isLibrary(id)) continue
          reached.add(id)
          start.push(...(this.getModuleInfo(id)?.importedIds ?? []))
        }
        return reached
      }
      const shownOn = (page: string) =>
        follow(
          chunksOf(page).map((module) => join(ROOT, module)),
          new Set(),
        )
      for (const page of Object.keys(PAGES)) {
        if (OPEN_PAGES.includes(page)) continue
        const screen = nameOf(page)
        for (const id of shownOn(page)) {
          if (!isForm(id)) screensOf.set(id, (screensOf.get(id) ?? new Set()).add(screen))
        }
      }
      follow(
        [...this.getModuleIds()].filter((id) => CHARTS.test(id)),
        ofCharts,
        screensOf,
      )
      const forms = [...this.getModuleIds()].filter(isForm)
      for (let id = forms.pop(); id !== undefined; id = forms.pop()) {
        if (withForms.has(id)) continue
        withForms.add(id)
        const importers = this.getModuleInfo(id)?.importers ?? []
        forms.push(...importers.filter((importer) => !isLibrary(importer)))
      }
    },
  }
  const groups: Rolldown.CodeSplittingGroup[] = [
    { name: 'first-screen', tags: ['$initial'], priority: 6 },
    // Loaded by public pages too, which need nothing else of what screens share.
    { name: 'service-worker', test: /\/client\/lib\/service-worker\.ts$/, priority: 6 },
    {
      name: (id) => AREA.exec(id)?.[1] ?? null,
      test: (id) => !isLater(id) && AREA.test(id) && shownBy(id) <= FEW_SCREENS,
      minShareCount: 2,
      minSize: AREA_BYTES,
      includeDependenciesRecursively: false,
      priority: 5,
    },
    { name: 'portal', test: (id) => !isLater(id), minShareCount: 2, priority: 4 },
    {
      name: (id) => screensOf.get(id)?.values().next().value ?? null,
      test: (id) => shownBy(id) === 1,
      minShareCount: 2,
      includeDependenciesRecursively: false,
      priority: 3,
    },
    { name: 'form-state', test: (id) => FORM_STATE.test(id), priority: 3 },
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
      includeDependenciesRecursively: false,
      entriesAwareMergeThreshold: MERGED_BYTES,
    },
  ]
  return { plugin, groups }
}
