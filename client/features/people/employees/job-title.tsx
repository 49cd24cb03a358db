import { Text } from '@mantine/core'
import { spaced } from '#client/lib/labels.ts'

const INITIALS = new Set(['ai', 'ceo', 'cfo', 'coo', 'cto', 'hr', 'qa', 'seo', 'ui', 'ux'])

/** "senior_developer" becomes "Senior Developer", "ui_designer" becomes "UI Designer". */
export const JobTitle = ({ role }: { role: string }) =>
  spaced(role)
    .split(/(\s+)/)
    .map((word, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a title have no other identity.
      <Text key={place} span inherit tt={INITIALS.has(word.toLowerCase()) ? 'uppercase' : 'capitalize'}>
        {word}
      </Text>
    ))
