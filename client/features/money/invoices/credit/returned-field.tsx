import { Switch, type SwitchProps } from '@mantine/core'

/** For a refund of a payment whose account is no longer connected. */
export const ReturnedField = (props: SwitchProps) => (
  <Switch
    label="The money has been returned"
    description="In Stripe’s dashboard, or in another way. The portal can no longer refund this payment itself."
    {...props}
  />
)
