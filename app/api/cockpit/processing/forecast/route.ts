import { userEndpoint, withApi } from "@/app/endpoints";
import { readQuery } from "@/lib/http/core/requests/read-query";
import { readingForecastQuery } from "@/lib/http/processing/cockpit-schemas";
import { forecastReading } from "@/lib/processing/use-cases/processing-backlog";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "reader",
    handle: async ({ ports, query }) => ({
      status: 200,
      body: await forecastReading(ports, readQuery(query, readingForecastQuery)),
    }),
  }),
});
