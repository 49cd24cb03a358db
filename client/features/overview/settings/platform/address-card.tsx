import { Alert, List } from '@mantine/core'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'

/** Lists what is unavailable while the portal is opened over plain HTTP; hidden on a secure address. */
export const AddressCard = () =>
  window.isSecureContext ? null : (
    <SettingsCard title="Address">
      <Alert color="yellow" title="This address isn’t secure">
        Everything works over {location.origin}, except for what browsers reserve for HTTPS:
        <List size="sm" my="xs">
          <List.Item>
            Passwords and data aren’t encrypted in transit: others on the network can read them.
          </List.Item>
          <List.Item>Pages don’t open offline, and there is no notice of a new version.</List.Item>
          <List.Item>The portal can’t be installed as an app.</List.Item>
          <List.Item>In some browsers, links and secrets must be copied by hand.</List.Item>
        </List>
        Put the portal behind a reverse proxy with a certificate, and set PUBLIC_URL to its https:// address.
      </Alert>
    </SettingsCard>
  )
