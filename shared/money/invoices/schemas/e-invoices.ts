import { z } from 'zod'

export const eInvoiceCheckInput = z.strictObject({ id: z.uuid() })
