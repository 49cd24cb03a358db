import { useState } from 'react'
import classes from './invoice-sheet.module.css'

/** The logo, or the issuer's name if there is none. */
export function Letterhead({ logo, name }: { logo: string | null; name: string }) {
  const [missing, setMissing] = useState(false)
  if (logo === null || missing) return <p className={classes.issuer}>{name}</p>
  return <img className={classes.logo} src={logo} alt={name} onError={() => setMissing(true)} />
}
