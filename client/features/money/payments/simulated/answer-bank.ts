/** Responds for the payer's bank if the provider lets the browser simulate it. */
export async function answerBank(
  address: string | null,
  clientSecret: string | null,
  approved: boolean,
): Promise<void> {
  if (address === null || clientSecret === null) return
  const body = JSON.stringify({ client_secret: clientSecret, approved })
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (!response.ok) throw new Error(`The bank’s answer was refused with ${response.status}`)
}
