import type { MantineThemeOverride, OptionsFilter } from '@mantine/core'

/** Loads when a field with choices is first shown; until then, all are. */
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
      return filter?.(input) ?? input.options.slice(0, input.limit)
    },
  },
}

/** Part of the frame rather than of the theme, because the first screen has no fields with choices. */
export const foldedChoices: MantineThemeOverride = {
  components: { Select: searched, MultiSelect: searched, Autocomplete: searched, TagsInput: searched },
}
