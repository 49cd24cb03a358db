import { isOptionsGroup, type OptionsFilter } from '@mantine/core'
import { includesFolded } from '#shared/base/text/fold.ts'

/** Finds the choices that contain the typed text, by the same rules as the server's lists. */
export const containingText: OptionsFilter = ({ options, search, limit }) => {
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
