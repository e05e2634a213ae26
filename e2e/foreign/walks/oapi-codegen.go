package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"time"

	client "covergate/client"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// need returns the data of a success; every other answer has none.
func need[T any](data *T, body []byte) T {
	if data == nil {
		panic(string(body))
	}
	return *data
}

func to[T any](value T) *T { return &value }

func instant(name string) time.Time { return must(time.Parse(time.RFC3339, os.Getenv(name))) }

func request(start string) client.CreateContractRequest {
	var bike client.ProductToInsure
	if err := bike.FromProductDefinedInBody(client.ProductDefinedInBody{
		ProductType:    client.ProductTypeBike,
		ProductSubtype: to(client.Electric),
		ValueExcl:      2400,
		Brand:          to("Moustache"),
		Model:          to("Lundi 27"),
		Data:           &client.CreateContractProductData{ProductMarked: to("BC-12345")},
	}); err != nil {
		panic(err)
	}
	return client.CreateContractRequest{
		Uid:          os.Getenv("RENTER"),
		ContractType: client.LCD,
		StartDate:    to(instant(start)),
		EndDate:      instant("NEXT_WEEK"),
		Options:      []client.ContractOption{client.ContractOptionBreak, client.ContractOptionTheft},
		Products:     []client.ProductToInsure{bike},
	}
}

func firstOf(products map[string]client.ContractProduct) string {
	for entry := range products {
		return entry
	}
	panic("the contract has no product")
}

func main() {
	ctx := context.Background()
	withKey := client.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("key", os.Getenv("API_KEY"))
		return nil
	})
	api := must(client.NewClientWithResponses(os.Getenv("API_URL"), withKey))

	preview := must(api.CreateContractWithResponse(ctx, &client.CreateContractParams{Preview: to(true)}, request("TOMORROW")))
	price := need(preview.JSON200, preview.Body).Contract.Price
	created := must(api.CreateContractWithResponse(ctx, nil, request("TOMORROW")))
	contract := need(created.JSON200, created.Body).Contract
	cid := *contract.Cid
	renamed := map[string]client.ContractProductDataUpdate{firstOf(contract.Products): {UserName: to("Grace Hopper")}}
	updated := must(api.UpdateContractWithResponse(ctx, cid, nil, client.UpdateContractRequest{Products: &renamed}))
	need(updated.JSON200, updated.Body)
	ended := must(api.CancelContractWithResponse(ctx, cid, nil, client.TerminateContractRequest{Reason: to("Booked twice.")}))
	need(ended.JSON200, ended.Body)

	now := must(api.CreateContractWithResponse(ctx, nil, request("NOW")))
	insured := need(now.JSON200, now.Body).Contract
	answers := map[string]*any{"Quels éléments du matériel sont cassés ?": to[any]("La roue avant")}
	for _, question := range []string{
		"La casse est-elle due à un accident avec un tiers ?",
		"Avez-vous fait un constat avec le tiers ?",
		"La réparation est-elle effectuée en externe ?",
	} {
		answers[question] = to[any](false)
	}
	claim := must(api.CreateClaimWithResponse(ctx, nil, client.CreateClaimRequest{
		UserId:            os.Getenv("RENTER"),
		ContractId:        *insured.Cid,
		ContractProductId: firstOf(insured.Products),
		Type:              client.ClaimTypeBreak,
		Subtype:           client.PartialBreak,
		ClaimAt:           insured.StartDate,
		Description:       "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée.",
		Questions:         answers,
		Insured:           client.ClaimInsuredInput{FirstName: "Ada", LastName: "Martin", PhoneNumber: "+33612345678"},
		Location:          client.ClaimLocationInput{Address: "14 montée de la Grande Côte", City: "Lyon", Country: "FR", Zipcode: "69001"},
	}))
	draft := need(claim.JSON200, claim.Body).Data

	photo := must(os.ReadFile(os.Getenv("PHOTO")))
	var types []string
	for _, entry := range draft.DocumentEntries {
		if entry.Category == client.Mandatory {
			types = append(types, entry.Type)
		}
	}
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	must(0, writer.WriteField("type", types[0]))
	must(0, writer.WriteField("title", "The bike"))
	must(must(writer.CreateFormFile("file", "photo.png")).Write(photo))
	must(0, writer.Close())
	uploaded := must(api.UploadDocumentWithBodyWithResponse(ctx, draft.Id, nil, writer.FormDataContentType(), &form))
	need(uploaded.JSON200, uploaded.Body)
	var documents []client.JsonDocumentBody
	for _, name := range types[1:] {
		documents = append(documents, client.JsonDocumentBody{Type: name, Title: name, Filename: "photo.png", Content: photo})
	}
	others := must(api.UploadDocumentsWithResponse(ctx, draft.Id, nil, documents))
	need(others.JSON200, others.Body)
	submit := must(api.SubmitClaimWithResponse(ctx, draft.Id, nil))
	submitted := need(submit.JSON200, submit.Body).Data

	listed := must(api.ListEventsWithResponse(ctx, &client.ListEventsParams{Subject: &cid}))
	var eventTypes []string
	for _, event := range need(listed.JSON200, listed.Body).Events {
		eventTypes = append(eventTypes, string(event.EventType))
	}
	printed := map[string]any{"price": price, "cid": cid, "claimId": submitted.ClaimId, "eventTypes": eventTypes}
	fmt.Println(string(must(json.Marshal(printed))))
}
