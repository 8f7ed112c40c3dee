import { NEW_RECORD } from "../../record";

export async function POST(request) {
  await request.json();
  return Response.json(NEW_RECORD, { status: 201 });
}
