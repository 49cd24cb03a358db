import { isOptionsGroup, type MantineThemeOverride, type OptionsFilter } from '@mantine/core'
import { includesFolded } from '#shared/base/text/fold.ts'

/** Finds the choices that contain the typed text, by the same rules as the server's lists. */
const containingText: OptionsFilter = ({ options, search, limit }) => {
  const contains = ({ label }: { label: string }) => includesFolded(label, search)
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
