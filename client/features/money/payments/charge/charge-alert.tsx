import { Alert, Text } from '@mantine/core'

/** The result of a charge. */
export const ChargeAlert = ({ alert }: { alert: { text: string; bad: boolean } | null }) =>
  alert !== null && (
    <Alert color={alert.bad ? 'red' : 'blue'} p="sm" role="alert">
      <Text size="sm">{alert.text}</Text>
    </Alert>
  )
