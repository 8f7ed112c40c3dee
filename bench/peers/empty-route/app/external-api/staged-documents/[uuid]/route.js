import { RECORD } from "../../../record";

export async function PUT(request) {
  await request.json();
  return Response.json(RECORD);
}

export async function GET(_request, { params }) {
  await params;
  return Response.json(RECORD);
}
