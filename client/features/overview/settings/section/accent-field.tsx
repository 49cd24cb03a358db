import { ColorInput, Group } from '@mantine/core'
import { accentShades, isColor } from '#shared/base/accent.ts'
import classes from './accent-field.module.css'

interface AccentFieldProps {
  /** Empty for the default accent. */
  value?: string
  error?: React.ReactNode
  onChange?: (color: string) => void
}

const SWATCHES = ['#0f766e', '#1d4ed8', '#7c3aed', '#be185d', '#c2410c', '#b45309', '#15803d', '#334155']

/** The agency's accent, with a preview for each color scheme. */
export function AccentField({ value = '', error, onChange }: AccentFieldProps) {
  const color = value.trim().toLowerCase()
  return (
    <div>
      <ColorInput
        label="Accent color"
        description="For buttons and links in your portal, emails, pay page and documents. Leave empty for the default."
        placeholder="#0f766e"
        format="hex"
        swatches={SWATCHES}
        swatchesPerRow={8}
        withEyeDropper={false}
        maw={320}
        value={value}
        error={error}
        onChange={(chosen) => onChange?.(chosen)}
      />
      {isColor(color) && <Shown accent={color} />}
    </div>
  )
}

/** Darkened or lightened enough to be readable. */
function Shown({ accent }: { accent: string }) {
  const { shades } = accentShades(accent)
  const [strong, bright] = [shades[6] ?? accent, shades[4] ?? accent]
  return (
    <>
      <Group gap="xs" mt="xs" aria-hidden>
        <span className={classes.light}>
          <span className={classes.button} style={{ background: strong }}>
            Button
          </span>
          <span style={{ color: strong }}>Link</span>
        </span>
        <span className={classes.dark}>
          <span className={classes.button} style={{ background: strong }}>
            Button
          </span>
          <span style={{ color: bright }}>Link</span>
        </span>
      </Group>
      {strong !== accent && (
        <p className={classes.note}>
          Shown as {strong} on white{bright !== accent && ` and ${bright} on dark`} to stay readable.
        </p>
      )}
    </>
  )
}
