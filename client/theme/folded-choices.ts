import { defaultOptionsFilter, type MantineThemeOverride, type OptionsFilter } from '@mantine/core'

/** Loads when a field with choices is first shown; until then, or if it can't be loaded, letters are compared as they are. */
let filter: OptionsFilter | undefined

const load = () =>
  import('./folded-text.ts').then(
    (rule) => {
      filter = rule.containingText
    },
    () => {},
  )

const searched = {
  defaultProps: {
    filter: (input: Parameters<OptionsFilter>[0]) => {
      if (filter === undefined) void load()
      return (filter ?? defaultOptionsFilter)(input)
    },
  },
}

/** Part of the frame rather than of the theme, because the first screen has no fields with choices. */
export const foldedChoices: MantineThemeOverride = {
  components: { Select: searched, MultiSelect: searched, Autocomplete: searched, TagsInput: searched },
}
