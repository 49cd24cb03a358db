import { isOptionsGroup, type MantineThemeOverride, type OptionsFilter } from '@mantine/core'

let includes = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase())

let loading: Promise<void> | undefined

/** When a field with choices is first shown, so that the rule is there once one types. */
const loadRule = () =>
  import('#shared/base/text/fold.ts').then(
    ({ includesFolded }) => {
      includes = includesFolded
    },
    () => {
      loading = undefined
    },
  )

/** Finds the choices that contain the typed text, by the same rules as the server's lists. */
const containingText: OptionsFilter = ({ options, search, limit }) => {
  if (loading === undefined) loading = loadRule()
  const contains = ({ label }: { label: string }) => includes(label, search)
  const found: typeof options = []
  for (const option of options) {
    if (!isOptionsGroup(option)) {
      if (contains(option)) found.push(option)
      continue
    }
    const items = option.items.filter(contains)
    if (items.length > 0) found.push({ ...option, items })
  }
  return found.slice(0, limit)
}

const searched = { defaultProps: { filter: containingText } }

/** Part of the frame rather than of the theme, because the first screen has no fields with choices. */
export const foldedChoices: MantineThemeOverride = {
  components: { Select: searched, MultiSelect: searched, Autocomplete: searched, TagsInput: searched },
}
