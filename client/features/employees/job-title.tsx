import { Text } from '@mantine/core'
import { spaced } from '#client/lib/labels.ts'

/** "senior_developer", read as "Senior Developer". */
export const JobTitle = ({ role }: { role: string }) => (
  <Text span inherit tt="capitalize">
    {spaced(role)}
  </Text>
)
